/**
 * Returns the name of a form type: `ContactType` and `App\Form\ContactType` are `contact` (components.md section
 * 5.2).
 */
export function formName(typeName: string): string {
  const lastSegment = typeName.slice(typeName.lastIndexOf('\\') + 1);
  const [, stem = lastSegment] = /^(.+?)(?:type)?$/i.exec(lastSegment) ?? [];
  return stem
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}
