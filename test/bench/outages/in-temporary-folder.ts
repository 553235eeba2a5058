/** Work whose temporary files are in `folder`; where there is none, in the usual one. */
export async function inTemporaryFolder<Result>(
  folder: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const { TMPDIR: before } = process.env;
  if (folder !== undefined) process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
