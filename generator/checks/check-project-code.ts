import { URL_GENERATORS } from 'cms-api-components/internal/kernel/contract/schema/url-generators.js';
import type { UsedFunction } from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';
import type { Place } from '../schema/place.js';
import type { CheckContext } from '../schema/schema-set.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import { type FieldOwner, fieldsOf } from './owners.js';

/** Checks that the resolvers and URL generators of fields are registered. Constraints have their own check. */
export function checkProjectCode(owner: FieldOwner, context: CheckContext): void {
  for (const { field, place } of fieldsOf(owner)) {
    const { 'x-computed': computed, 'x-upload': upload } = field;
    if (computed?.resolver !== undefined) {
      checkCodeName(context, place.below('x-computed', 'resolver'), {
        kind: 'resolver',
        key: 'resolvers',
        name: computed.resolver,
      });
    }
    if (upload?.urlGenerator !== undefined) {
      checkCodeName(context, place.below('x-upload', 'urlGenerator'), {
        kind: 'URL generator',
        key: 'urlGenerators',
        name: upload.urlGenerator,
        builtIn: URL_GENERATORS,
      });
    }
  }
}

/** Reference to a project function in a schema file. */
export interface CodeName extends UsedFunction {
  /** Names that need no registration. */
  readonly builtIn?: readonly string[];
}

/** Reports a name that the configuration doesn't register. Skipped if the configuration is unknown. */
export function checkCodeName(
  context: CheckContext,
  place: Place,
  { kind, key, name, builtIn = [] }: CodeName,
): void {
  const registered = context.options.projectCode?.[key];
  if (registered === undefined || registered.includes(name) || builtIn.includes(name)) return;
  place.report(
    `The ${kind} ${JSON.stringify(name)} is not registered.`,
    didYouMean(
      name,
      [...builtIn, ...registered],
      `Register it in "extensions.${key}" of cms.config.ts (a JSON configuration can't contain code)`,
    ),
  );
}
