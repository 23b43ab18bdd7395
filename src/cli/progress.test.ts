import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressLine } from './progress.ts';

function stream(isTTY: boolean) {
  let written = '';
  const write = (text: string) => {
    written += text;
    return true;
  };
  return { stream: { isTTY, write } as unknown as NodeJS.WriteStream, written: () => written };
}

test('on a terminal, shows how far it is and takes the line away again', () => {
  const terminal = stream(true);
  const progress = progressLine(terminal.stream);
  progress.show('Backing up: 10 %');
  progress.clear();
  assert.equal(terminal.written(), '\r\x1b[KBacking up: 10 %\r\x1b[K');
});

test('anywhere else, writes nothing', () => {
  const file = stream(false);
  const progress = progressLine(file.stream);
  progress.show('Backing up: 10 %');
  progress.clear();
  assert.equal(file.written(), '');
});

test('has nothing to take away when nothing was shown', () => {
  const terminal = stream(true);
  progressLine(terminal.stream).clear();
  assert.equal(terminal.written(), '');
});
