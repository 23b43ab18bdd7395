import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { freePort } from './server-process.ts';

/**
 * The receivers of webhooks and mail, in a process of their own: a system that accepts everything, one that does not answer
 * until its parent sends `heal`, and a mail server that accepts every mail. Their counts are the answer to each message.
 */
export interface ReceiverCounts {
  readonly healthy: number;
  readonly hanging: number;
  readonly mails: number;
}

export interface ReceiverPorts {
  readonly http: number;
  readonly smtp: number;
}

const counts = { healthy: 0, hanging: 0, mails: 0 };
let isHealed = false;

const web = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url === '/hanging' && !isHealed) return;
    counts[request.url === '/hanging' ? 'hanging' : 'healthy'] += 1;
    response.writeHead(204).end();
  });
});

/** As much of SMTP (RFC 5321) as accepting mail needs. */
function acceptMail(socket: Socket): void {
  let text = '';
  let isData = false;
  socket.on('error', () => {});
  socket.write('220 bench\r\n');
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at === -1) return;
      const line = text.slice(0, at);
      text = text.slice(at + end.length);
      if (isData) counts.mails += 1;
      socket.write(isData ? '250 taken\r\n' : answerTo(line));
      isData = !isData && /^DATA/i.test(line);
    }
  });
}

function answerTo(line: string): string {
  if (/^DATA/i.test(line)) return '354 go on\r\n';
  return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n';
}

process.on('message', (message) => {
  if (message === 'heal') isHealed = true;
  process.send?.({ ...counts });
});
process.on('disconnect', () => process.exit());

const ports: ReceiverPorts = { http: await freePort(), smtp: await freePort() };
web.listen(ports.http, '127.0.0.1', () =>
  createTcpServer(acceptMail).listen(ports.smtp, '127.0.0.1', () => process.send?.(ports)),
);
