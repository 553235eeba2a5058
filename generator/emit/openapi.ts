import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { joinParts } from 'cms-api-components/internal/openapi/join-parts.js';
import { describeResource, resourceTag } from 'cms-api-components/internal/openapi/resource-part.js';
import { resourcePathNames } from 'cms-api-components/internal/openapi/resource-paths.js';
import type { ApiModel, ResourceModel } from '../model/types.js';
import { descriptorPath } from './descriptors.js';
import type { Emitter, EmitOutput } from './emitter.js';
import { documentModel } from './openapi/document-model.js';
import {
  cutDocument,
  type DocumentPieces,
  joinDocument,
  printPieces,
  SECTIONS,
} from './openapi/document-text.js';

const PATH = 'openapi.json';

/** Emits `openapi.json`: the documentation of the generated types. The runtime adds everything else. */
export const emitApiDocument: Emitter = (model, output) => {
  output.add({ path: PATH, content: printOpenApi(model, lastDocument(output)) });
  return Promise.resolve();
};

/**
 * Returns the document of the last run. Each type's documentation depends on its model only, so unchanged types are
 * reused.
 */
function lastDocument(output: EmitOutput): PrintedDocument | undefined {
  const text = output.lastText(PATH);
  if (text === undefined) return undefined;
  return {
    pieces: cutDocument(text),
    isCurrent: ({ names, contentHash }) => output.isCurrent(descriptorPath(names), contentHash),
  };
}

/** Text of the last run, and the types whose model is unchanged. */
interface PrintedDocument {
  readonly pieces: DocumentPieces;
  isCurrent(resource: ResourceModel): boolean;
}

/**
 * Prints the API documentation of the generated types (components.md section 10). The runtime adds the built-in types
 * and endpoints that it references, so a package upgrade doesn't change this file.
 */
export function printOpenApi(model: ApiModel, last?: PrintedDocument): string {
  const [current, changed] = partition(model.resources, (resource) => last?.isCurrent(resource) === true);
  const { paths, components } = joinParts(
    changed.map((resource) => describeResource(documentModel(resource))),
  );
  const pieces = printPieces({ paths, ...components });
  return joinDocument(frameOf(model), last === undefined ? pieces : withCached(pieces, current, last.pieces));
}

function withCached(
  pieces: DocumentPieces,
  current: readonly ResourceModel[],
  last: DocumentPieces,
): DocumentPieces {
  const paths = new Set(current.flatMap(({ descriptor }) => resourcePathNames(descriptor, 'id')));
  const types = new Set(current.map(({ descriptor }) => descriptor.name));
  // Schema names are `Title`, `Title.jsonld` or `Title.Speaker`. Titles contain no dots.
  const isKept = (name: string): boolean => paths.has(name) || types.has(name.split('.', 1)[0] ?? '');
  return new Map(
    SECTIONS.map(({ name }) => {
      const unchanged = [...(last.get(name) ?? [])].filter(([piece]) => isKept(piece));
      return [name, new Map([...(pieces.get(name) ?? []), ...unchanged])];
    }),
  );
}

function partition<Item>(items: readonly Item[], accept: (item: Item) => boolean): [Item[], Item[]] {
  const accepted: Item[] = [];
  const others: Item[] = [];
  for (const item of items) (accept(item) ? accepted : others).push(item);
  return [accepted, others];
}

/** Returns the document without the members of `SECTIONS`. */
function frameOf({ resources }: ApiModel): OpenAPIObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'API',
      description: 'The types of this project. The service merges them into its own documentation.',
      version: '0.0.0',
    },
    tags: resources.map(({ descriptor }) => resourceTag(descriptor)),
    paths: {},
    components: { parameters: {}, requestBodies: {}, schemas: {} },
  };
}
