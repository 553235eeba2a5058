import type { Drawing } from '../lib/answer';
import { tellUnknown, type Component } from '../lib/page';
import { safeHtml } from '../lib/safe-html';
import { CollectionView } from './collection';
import { FormComponent } from './form';
import { ImageView } from './image';
import { NavigationLinkView } from './navigation-link';
import { TeamMemberView } from './team-member';

interface Props {
  readonly component: Component;
  readonly drawing: Drawing;
}

/** Renders a component, or nothing if its type has no view. */
export function ComponentView({ component, drawing }: Props) {
  switch (component['@type']) {
    case 'Title':
      return <h1>{component.title}</h1>;
    case 'HtmlContent':
      return <div dangerouslySetInnerHTML={{ __html: safeHtml(component.html) }} />;
    case 'Image':
      return <ImageView image={component} />;
    case 'NavigationLink':
      return <NavigationLinkView link={component} path={drawing.address.path} />;
    case 'TeamMember':
      return <TeamMemberView member={component} />;
    case 'Collection':
      return <CollectionView list={component} drawing={drawing} />;
    case 'Form':
      return <FormComponent stored={component} drawing={drawing} />;
    default:
      tellUnknown((component as Component)['@type']);
      return null;
  }
}
