import { tellUnknown, type Component } from '../lib/page';
import { safeHtml } from '../lib/safe-html';
import { CollectionView } from './collection';
import { FormComponent } from './form';
import { ImageView } from './image';
import { NavigationLinkView } from './navigation-link';
import { TeamMemberView } from './team-member';

/** Draws a component; a type that has no view yet is shown as nothing. */
export function ComponentView({ component, path }: { readonly component: Component; readonly path: string }) {
  switch (component['@type']) {
    case 'Title':
      return <h1>{component.title}</h1>;
    case 'HtmlContent':
      return <div dangerouslySetInnerHTML={{ __html: safeHtml(component.html) }} />;
    case 'Image':
      return <ImageView image={component} />;
    case 'NavigationLink':
      return <NavigationLinkView link={component} path={path} />;
    case 'TeamMember':
      return <TeamMemberView member={component} />;
    case 'Collection':
      return <CollectionView list={component} />;
    case 'Form':
      return <FormComponent stored={component} />;
    default:
      tellUnknown((component as Component)['@type']);
      return null;
  }
}
