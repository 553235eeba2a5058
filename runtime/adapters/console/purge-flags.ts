import { Flags } from '@oclif/core';

/** What the commands that purge take in place of all there is. */
export const PURGE_FLAGS = {
  tag: Flags.string({
    summary: 'Drop only what carries this tag, which may be an IRI; can be given several times.',
    multiple: true,
  }),
  path: Flags.string({
    summary:
      'Drop only what shows this page of the site or this address of the API; can be given several times.',
    multiple: true,
  }),
};

/** The words that the commands of the feature read. */
export function purgeArgs({
  tag = [],
  path = [],
}: {
  readonly tag?: readonly string[] | undefined;
  readonly path?: readonly string[] | undefined;
}): readonly string[] {
  return [...tag.flatMap((value) => ['--tag', value]), ...path.flatMap((value) => ['--path', value])];
}
