import type { Emitter, EmitOutput } from './emitter.js';
import { descriptorPath } from './descriptors.js';
import { cutDocument } from './openapi/document-text.js';
import { printOpenApi, type PrintedDocument } from './openapi.js';

const PATH = 'openapi.json';

/** `openapi.json`: the documentation of the generated types; the runtime adds that of everything else. */
export const apiDocumentEmitter: Emitter = {
  name: 'openapi',
  emit(model, output) {
    output.add({ path: PATH, content: printOpenApi(model, lastDocument(output)) });
    return Promise.resolve();
  },
};

/** One type is described by its own model alone, so that the text of an unchanged one holds. */
function lastDocument(output: EmitOutput): PrintedDocument | undefined {
  const text = output.lastText(PATH);
  if (text === undefined) return undefined;
  return {
    pieces: cutDocument(text),
    isCurrent: ({ names, contentHash }) => output.isCurrent(descriptorPath(names), contentHash),
  };
}
