import { Argument, Command } from 'commander';
import { bashScript } from './completion/bash.ts';
import { type CommandTree, treeOf } from './completion/command-tree.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';

const SCRIPTS: Readonly<Record<string, (tree: CommandTree) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export default (): Command =>
  new Command('completion')
    .description(
      'Print a script that lets the Tab key complete commands, options and their values. It is made of this version’s commands: print it again after an upgrade.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
To install it for yourself:
  museum completion bash > ~/.local/share/bash-completion/completions/museum
  museum completion zsh > ~/.zfunc/_museum    with fpath+=~/.zfunc before compinit in ~/.zshrc
  museum completion fish > ~/.config/fish/completions/museum.fish`,
    )
    .action((shell: string, _: object, { parent }: Command) => {
      process.stdout.write(SCRIPTS[shell]?.(treeOf(parent as Command)) ?? '');
    });
