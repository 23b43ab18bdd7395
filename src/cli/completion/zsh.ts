import type { CommandTree, CompletedCommand, Described, Values } from './command-tree.ts';
import { branches, headOf, optionValues, shellQuoted, walk } from './posix-shell.ts';

/** A script for zsh, to be found in $fpath as `_museum`, or to be sourced. */
export function zshScript({ commands }: CommandTree): string {
  return `#compdef museum
${headOf('zsh')}
_museum() {
  local at=museum index=2 word previous=\${words[CURRENT-1]} current=\${words[CURRENT]}
  local -a offered flags
  while (( index < CURRENT )); do
    word=\${words[index]}
    ${walk(commands)}
    (( index += 1 ))
  done
  case "$current" in
    --*=*) previous=\${current%%=*}; compset -P '*=' ;;
  esac
  case "$at $previous" in
${branches(optionValues(commands, (value) => `${offer(value)}; return`))}
  esac
  case "$at" in
${branches(Object.fromEntries(commands.map((each) => [each.words, operandsAndOptions(each)])))}
  esac
  case "$current" in
    -*) _describe -o option flags; return ;;
  esac
  case "$at" in
${branches(Object.fromEntries(commands.map((each) => [each.words, operands(each)])))}
  esac
}
if [ "$funcstack[1]" = _museum ]; then _museum "$@"; else compdef _museum museum; fi
`;
}

function operandsAndOptions({ commands, options }: CompletedCommand): string {
  return `offered=(${described(commands)}) flags=(${described(options)})`;
}

function operands({ commands, operand }: CompletedCommand): string {
  if (commands.length > 0) return '_describe command offered';
  return operand === undefined ? '_describe -o option flags' : offer(operand);
}

function offer(values: Values | 'any'): string {
  if (values === 'files') return '_files';
  return values === 'any' ? '_message value' : `compadd -- ${values.map(shellQuoted).join(' ')}`;
}

/** As `_describe` wants them: a colon ends the name. */
function described(items: readonly Described[]): string {
  return items.map(({ name, summary }) => shellQuoted(`${name.replaceAll(':', '\\:')}:${summary}`)).join(' ');
}
