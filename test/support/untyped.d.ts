/** As much of two packages without types as the tests use. */
declare module 'smtp-server' {
  import type { Readable } from 'node:stream';

  interface Session {
    readonly envelope: {
      readonly mailFrom: { readonly address: string };
      readonly rcptTo: readonly { readonly address: string }[];
    };
    readonly secure: boolean;
  }
  type Done = (error?: Error | null, message?: string) => void;

  export class SMTPServer {
    readonly server: import('node:net').Server;
    constructor(options: {
      authOptional?: boolean;
      disabledCommands?: readonly string[];
      key?: Buffer;
      cert?: Buffer;
      secure?: boolean;
      logger?: boolean;
      closeTimeout?: number;
      onConnect?(session: Session, done: Done): void;
      onAuth?(
        auth: { readonly username: string; readonly password: string },
        session: Session,
        done: (error: Error | null, response?: { user: string }) => void,
      ): void;
      onRcptTo?(address: { readonly address: string }, session: Session, done: Done): void;
      onData?(stream: Readable, session: Session, done: Done): void;
    });
    listen(port: number, host: string, done: () => void): void;
    close(done?: () => void): void;
    on(event: 'error', listener: (error: Error) => void): this;
  }
}

declare module 'mailparser' {
  export interface ParsedMail {
    readonly headers: ReadonlyMap<string, unknown>;
    readonly headerLines: readonly { readonly key: string; readonly line: string }[];
    readonly subject?: string;
    readonly from?: { readonly value: readonly { readonly name: string; readonly address?: string }[] };
    readonly to?: { readonly value: readonly { readonly name: string; readonly address?: string }[] };
    readonly messageId?: string;
    readonly date?: Date;
    readonly text?: string;
    readonly html: string | false;
    readonly attachments: readonly {
      readonly contentType: string;
      readonly contentDisposition: string;
      readonly filename?: string;
      readonly cid?: string;
      readonly content: Buffer;
    }[];
  }
  export function simpleParser(source: Buffer | string, options?: object): Promise<ParsedMail>;
}
