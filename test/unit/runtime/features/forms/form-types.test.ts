import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../../../runtime/kernel/errors/config-error.js';
import { createFormTypes } from '../../../../../runtime/features/forms/form-types.js';
import type { FormDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';

const BASE = { authored: [], configured: [], offered: [] };

function problemsOf(definition: FormDefinition, constraints = {}): unknown {
  try {
    createFormTypes({ ...BASE, configured: [{ definition }], constraints });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ key, problem }) => [key, problem]);
  }
}

const IDLE = 'has no effect: forms are validated only in the group "Default"';
const unknown = (name: string): string => `uses the constraint "${name}", which is not registered`;

describe('constraints that cannot run prevent the start', () => {
  const callback = { Callback: { name: 'polite' } };

  test('an unregistered function, wherever it is used', () => {
    const definition: FormDefinition = {
      name: 'ContactType',
      constraints: [callback],
      fields: [
        { name: 'a', constraints: [{ All: [callback] }, { All: { constraints: [callback] } }] },
        { name: 'b', fields: [{ name: 'c', constraints: [{ Callback: { name: 'toString' } }] }] },
        { name: 'd', type: 'collection', entry_type: 'text', entry_options: { constraints: [callback] } },
        {
          name: 'e',
          type: 'repeated',
          options: { constraints: [callback] },
          first_options: { constraints: [callback] },
          second_options: {
            constraints: [{ Collection: { fields: { x: [callback], y: { constraints: [callback] } } } }],
          },
        },
      ],
    };
    expect(problemsOf(definition)).toEqual([
      ['form ContactType.constraints[0].Callback', unknown('polite')],
      ['form ContactType.fields[0].constraints[0].All[0].Callback', unknown('polite')],
      ['form ContactType.fields[0].constraints[1].All.constraints[0].Callback', unknown('polite')],
      ['form ContactType.fields[1].fields[0].constraints[0].Callback', unknown('toString')],
      ['form ContactType.fields[2].entry_options.constraints[0].Callback', unknown('polite')],
      ['form ContactType.fields[3].options.constraints[0].Callback', unknown('polite')],
      ['form ContactType.fields[3].first_options.constraints[0].Callback', unknown('polite')],
      [
        'form ContactType.fields[3].second_options.constraints[0].Collection.fields.x[0].Callback',
        unknown('polite'),
      ],
      [
        'form ContactType.fields[3].second_options.constraints[0].Collection.fields.y.constraints[0].Callback',
        unknown('polite'),
      ],
    ]);
    const registered = { polite() {}, toString() {} };
    expect(problemsOf(definition, registered)).toEqual([]);
  });

  test('groups without Default, which is the only group of forms', () => {
    const fields = [
      {
        name: 'a',
        constraints: [{ NotBlank: { groups: ['strict'] } }, { Email: { groups: ['strict', 'Default'] } }],
      },
      { name: 'b', constraints: [{ All: { groups: ['strict'], constraints: [{ NotBlank: {} }] } }] },
      { name: 'c', constraints: [{ All: [{ NotBlank: {} }, { Email: { groups: 'strict' } }] }] },
    ];
    expect(problemsOf({ name: 'ContactType', fields })).toEqual([
      ['form ContactType.fields[0].constraints[0].NotBlank', IDLE],
      ['form ContactType.fields[1].constraints[0].All', IDLE],
      ['form ContactType.fields[2].constraints[0].All[1].Email', IDLE],
    ]);
  });
});
