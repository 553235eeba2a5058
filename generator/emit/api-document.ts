import { projectResources } from '../../runtime/metadata/core-resources/project-resources.js';
import type { Emitter } from './emitter.js';
import { buildOpenApi } from './openapi.js';

/** `openapi.json`: the documentation of the whole API; the runtime adds prefix, title and version. */
export const apiDocumentEmitter: Emitter = {
  name: 'openapi',
  emit(model, output) {
    const document = buildOpenApi(model, projectResources([]));
    output.add({ path: 'openapi.json', content: `${JSON.stringify(document, null, 2)}\n` });
    return Promise.resolve();
  },
};
