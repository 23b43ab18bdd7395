import type { CommandTree, CompletedCommand, Values } from './command-tree.ts';
import { branches, headOf, optionValues, shellQuoted, walk } from './posix-shell.ts';

/** A script for bash 3.2 or newer. */
export function bashScript({ commands }: CommandTree): string {
  return `${headOf('bash')}
_museum() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local at=museum offered='' options='' index word
  # Bash takes the = of --option=value for a word.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    ${walk(commands)}
  done
  case "$at" in
${branches(Object.fromEntries(commands.map((each) => [each.words, operandsAndOptions(each)])))}
  esac
  case "$at $previous" in
${branches(optionValues(commands, offer))}
    *) if [[ $current == -* || -z $offered ]]; then offered=$options; fi ;;
  esac
  COMPREPLY=()
  if [[ $offered == FILES ]]; then
    compopt -o filenames 2>/dev/null || : # before bash 4 there is none
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  else
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$offered" -- "$current")
  fi
}
complete -F _museum museum
`;
}

function operandsAndOptions({ commands, options, operand }: CompletedCommand): string {
  const offered = commands.length > 0 ? commands.map(({ name }) => name) : (operand ?? []);
  return `${offer(offered)} options=${shellQuoted(options.map(({ name }) => name).join(' '))}`;
}

function offer(values: Values | 'any'): string {
  if (values === 'files') return 'offered=FILES';
  return `offered=${shellQuoted(values === 'any' ? '' : values.join(' '))}`;
}
