import { startS3Server } from '../../support/s3-server.js';
import type { TestAppOptions } from '../../support/test-app.js';

/** A running S3-compatible server with the two filesystems of the tests in one bucket. */
export interface Bucket {
  /** Address of the filesystem that visitors can read. */
  readonly publicUrl: string;
  readonly options: Pick<TestAppOptions, 'config' | 'env'>;
  close(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const server = await startS3Server();
  const endpoint = `http://127.0.0.1:${server.port}`;
  const bucket = { driver: 's3', bucket: 'files', region: 'us-east-1', endpoint, force_path_style: true };
  const publicUrl = `${endpoint}/files/site/public`;
  return {
    publicUrl,
    options: {
      config: {
        filesystems: {
          public: { ...bucket, prefix: 'site/public', public_url: publicUrl },
          private: { ...bucket, prefix: 'site/private' },
        },
      },
      env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    },
    close: () => server.close(),
  };
}
