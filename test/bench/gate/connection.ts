import { connect } from 'node:net';
import { once } from 'node:events';

/** A response as received. */
export interface WireAnswer {
  readonly status: number;
  readonly head: string;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

export interface Connection {
  /** Sends a request, and waits for the end of its response. */
  ask(request: Buffer): Promise<WireAnswer>;
  close(): void;
}

const BLANK_LINE = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/** A keep-alive connection with sequential requests. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        let bytes = Buffer.alloc(0);
        const fail = (): void => reject(new Error('The server closed the connection'));
        const read = (chunk: Buffer): void => {
          bytes = Buffer.concat([bytes, chunk]);
          const answer = wholeAnswer(bytes);
          if (answer === undefined) return;
          socket.off('data', read).off('close', fail);
          resolve(answer);
        };
        socket.on('data', read).once('close', fail).write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** Undefined until the response is complete. */
function wholeAnswer(bytes: Buffer): WireAnswer | undefined {
  const headEnd = bytes.indexOf(BLANK_LINE);
  if (headEnd === -1) return undefined;
  const headBytes = headEnd + BLANK_LINE.length;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.split(' ', 2)[1]);
  const bodyBytes = bytes.length - headBytes;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isWhole =
    length === undefined
      ? status === 304 || bytes.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK
      : bodyBytes >= Number(length);
  return isWhole ? { status, head, headBytes, bodyBytes } : undefined;
}
