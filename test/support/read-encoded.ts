import { request as openRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An undecoded response. */
export interface CodedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Bytes of the body as they were sent. */
  readonly sent: Buffer;
  /** The decoded body. */
  readonly text: string;
}

/**
 * Reads a URL like a client without automatic decompression.
 * @throws Error when the connection is lost
 */
export function readCoded(
  url: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<CodedAnswer> {
  return new Promise((resolve, reject) => {
    const request = openRequest(url, { method, headers: { connection: 'close', ...headers } });
    request.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject).on('end', () => {
        const sent = Buffer.concat(chunks);
        const encoding = response.headers['content-encoding'];
        const text = sent.length === 0 ? '' : decode(sent, encoding).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, sent, text });
      });
    });
    request.end();
  });
}

function decode(sent: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(sent);
  return encoding === 'gzip' ? gunzipSync(sent) : sent;
}
