/** Option names of messages in constraints, fields and rules. */
const MESSAGE_OPTION = /^(?:message|invalid_message|\w+Message)$/;

/** Returns the custom messages in schema files and form definitions. */
export function authoredMessages(definition: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  collect(definition, found);
  return found;
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string') collect(member, found);
    else if (MESSAGE_OPTION.test(name)) found.add(member);
  }
}
