import type { ClientModule } from '../../../kernel/contract/features/schema-folder.js';
import { printString } from '../../../kernel/util/text/source-literal.js';
import type { FormModel } from './form-model.js';

/** Describes `client/forms.js`: a constant for each form type, so that bundlers can drop unused ones. */
export function clientModuleOf(forms: readonly FormModel[]): ClientModule {
  const constants = forms.map(({ name }) => `export const ${name} = { name: ${printString(name)} };\n`);
  const declarations = forms.map(
    ({ name, names }) =>
      `\nexport declare const ${name}: core.FormType<types.${names.submission}, types.${names.fieldTypes}>;\n`,
  );
  return {
    file: 'forms',
    script: `\n${constants.join('') || NOTHING}`,
    declarations: `${IMPORTS}${declarations.join('') || `\n${NOTHING}`}`,
  };
}

const NOTHING = 'export {};\n';

const IMPORTS = `import type * as types from '../types/index.js';
import type * as core from './core.js';
`;
