import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly email: Email;
}

/** A real SMTP server in the test process. */
export interface TestMailServer {
  readonly dsn: string;
  readonly received: ReceivedMail[];
  /** Response to every following mail; null accepts it. */
  refusal: string | null;
  /** Delay in milliseconds before the server accepts a mail. */
  delayMs: number;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const finish = async (): Promise<void> => {
          await new Promise((resolve) => setTimeout(resolve, server.delayMs));
          if (server.refusal !== null) return done(new Error(server.refusal));
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ to, email: await PostalMime.parse(Buffer.concat(chunks)) });
          done();
        };
        finish().catch((error: unknown) => done(error as Error)); // only errors are thrown above
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo; // a listening TCP server has an address
  const server: TestMailServer = {
    dsn: `smtp://127.0.0.1:${port}`,
    received,
    refusal: null,
    delayMs: 0,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
  return server;
}
