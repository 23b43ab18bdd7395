const WIDTH = 30;

/** A bar that fills on a terminal; elsewhere a line for each tenth. */
export function progressBar(label: string, total: number): (done: number) => void {
  let tenths = -1;
  return (done) => {
    const share = Math.min(1, done / total);
    if (process.stderr.isTTY) {
      const filled = Math.round(share * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      process.stderr.write(`\r${label} ${bar} ${Math.floor(share * 100)} %${share === 1 ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > tenths) {
      tenths = Math.floor(share * 10);
      process.stderr.write(`${label} ${tenths * 10} %\n`);
    }
  };
}
