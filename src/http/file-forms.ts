import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpRefusal } from './http-refusal.ts';

/** A form with files in it: its fields, as those of any other form, and its files by their fields. */
export class FileForm extends URLSearchParams {
  readonly files: ReadonlyMap<string, Buffer>;

  constructor(fields: [string, string][], files: ReadonlyMap<string, Buffer>) {
    super(fields);
    this.files = files;
  }
}

/** Reads forms that are sent as multipart/form-data (RFC 7578). */
export function readFileForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const form = parseFileForm(request.headers['content-type'] ?? '', body as Buffer);
    if (form !== undefined) return done(null, form);
    done(new HttpRefusal('malformed-request', { fault: 'The form with its file could not be read.' }));
  });
}

/** The file that was chosen in that field; undefined: none was. */
export function fileOf({ body }: FastifyRequest, field: string): Buffer | undefined {
  const file = body instanceof FileForm ? body.files.get(field) : undefined;
  return file?.length === 0 ? undefined : file;
}

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const HEAD = /^content-disposition: form-data; name="([^"\r\n]*)"(; filename)?/im;
const HEAD_END = '\r\n\r\n';

/** Undefined: it is no such form, or not whole. */
export function parseFileForm(contentType: string, body: Buffer): FileForm | undefined {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const fields: [string, string][] = [];
  const files = new Map<string, Buffer>();
  let at = whole.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    if (whole.toString('latin1', start, start + 2) === '--') return new FileForm(fields, files);
    const [headEnd, end] = [whole.indexOf(HEAD_END, start), whole.indexOf(delimiter, start)];
    if (headEnd < 0 || headEnd > end) return undefined;
    const [, name, isFile] = HEAD.exec(whole.toString('utf8', start, headEnd)) ?? [];
    const content = whole.subarray(headEnd + HEAD_END.length, end);
    if (name === undefined || (isFile === undefined && content.includes(0))) return undefined;
    if (isFile === undefined) fields.push([name, content.toString()]);
    else files.set(name, content);
    at = end;
  }
  return undefined;
}
