import { describe, expect, test } from 'vitest';
import { authoredConstraints } from '../../../../generator/model/build-constraints.js';
import { compileConstraints } from '../../../../runtime/kernel/validation/constraint-notation.js';
import { createViolationList } from '../../../../runtime/kernel/validation/violation-list.js';
import { validateConcert } from '../../../golden/rich/expected/validators/concert.js';
import concert from '../../../golden/rich/schemas/Concert.json' with { type: 'json' };

const GROUPS = ['Default', 'Concert:published', 'Concert:listed'];

/** Returns the path at which the rule of `tickets` with a custom path reports a null entry. */
function pathsOf(run: (violations: ReturnType<typeof createViolationList>) => void): readonly string[] {
  const violations = createViolationList();
  run(violations);
  return violations.items
    .filter(({ message }) => message === 'This value is not valid.')
    .map(({ propertyPath }) => propertyPath)
    .filter((path) => path.startsWith('tickets'));
}

describe('the path of an Expression', () => {
  test('inside All is relative to the entry, in generated checks and in compiled lists', () => {
    const context = { groups: new Set(GROUPS), now: new Date(), isGranted: () => false };
    const tickets = [null];
    const generated = pathsOf((violations) =>
      validateConcert({ tickets }, { ...context, violations, user: null }),
    );
    const compiled = pathsOf((violations) =>
      compileConstraints(concert.properties.tickets['x-constraints'])(
        { violations, path: 'tickets', value: tickets },
        context,
      ),
    );
    expect(generated).toEqual(['tickets[0].name']);
    expect(compiled).toEqual(generated);
  });

  test('on a member is used as written, in generated checks and in compiled lists', () => {
    const list = [{ Expression: { expression: 'false', path: 'end' } }];
    const compiled = createViolationList();
    const subject = { violations: compiled, path: 'start', value: 1 };
    compileConstraints(list)(subject, { groups: new Set(GROUPS), now: new Date(), isGranted: () => false });
    expect(authoredConstraints(list, 'start').map(({ path }) => path)).toEqual(['end']);
    expect(compiled.items.map(({ propertyPath }) => propertyPath)).toEqual(['end']);
  });
});
