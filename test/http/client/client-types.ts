/** What must not compile with the generated client; the type check of the repository reads it. */
import { createClient, type PositionNode } from '../../../generated/client/index.js';
import { ExampleFormType } from '../../../generated/client/forms.js';
import { HtmlContent, Image, Page, Title } from '../../../generated/client/resources.js';

const client = createClient({ baseUrl: 'https://api.example.com' });

export async function mistakes(): Promise<void> {
  // @ts-expect-error an unknown member of a body
  await client.create(Title, { titel: 'No' });
  // @ts-expect-error a value of another type
  await client.update(Title, '/component/titles/1', { title: 1 });
  // @ts-expect-error an unknown filter
  await client.list(Page, { filter: { isTemplat: true } });
  // @ts-expect-error a filter where there is none
  await client.list(Title, { filter: { title: 'a' } });
  // @ts-expect-error an order that is not declared
  await client.list(Page, { order: { uiComponent: 'asc' } });
  // @ts-expect-error an order where there is none
  await client.list(Title, { order: { title: 'asc' } });
  // @ts-expect-error a member that holds no file
  await client.upload(Image, '/component/images/1', { picture: new Blob([]) });
  // @ts-expect-error a value that the form does not have
  await client.submit(ExampleFormType, '/component/forms/1', { example_form: { subject: 'else' } });
  const text = await client.get(HtmlContent, '/component/html_contents/1');
  // @ts-expect-error a member of another type
  void text.title;
}

/** The type of a component follows from `@type`. */
export function narrowed({ component }: PositionNode): string | null | undefined {
  if (component?.['@type'] === 'HtmlContent') return component.html;
  if (component?.['@type'] === 'Title') return component.title;
  // @ts-expect-error no member of the others
  return component?.html;
}
