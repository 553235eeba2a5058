/** Runs work with its temporary files in `folder`, or in the default folder if there is none. */
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
