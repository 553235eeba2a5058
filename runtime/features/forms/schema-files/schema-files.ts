import type { FormDefinition } from '../../../extension-points/forms/form-definition.js';
import type { SchemaFiles } from '../../../kernel/contract/features/schema-folder.js';
import { checkForms } from './check-forms.js';
import { clientModuleOf } from './client-module.js';
import { clientSchemaOf } from './client-schema.js';
import type { FormModel } from './form-model.js';
import { buildForms } from './form-shapes.js';
import { generatedTypesOf } from './generated-types.js';

/** Form types in `schemas/forms/` (components.md section 5.9). */
export const schemaFiles: SchemaFiles<FormDefinition, FormModel> = {
  metaSchema: 'form.schema.json',
  check: checkForms,
  build: buildForms,
  definitionOf: ({ definition }) => definition,
  typesOf: generatedTypesOf,
  clientSchemaOf,
  clientModuleOf,
};
