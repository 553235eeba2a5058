import type { Translations } from '../../kernel/contract/message.js';

/** German messages of the feature. */
export const GERMAN: Translations = {
  'There is already a Layout with that reference.': 'Es gibt bereits ein Layout mit dieser Referenz.',
  'Please enter a reference.': 'Bitte geben Sie eine Referenz ein.',
  'You must define the uiComponent for this resource.':
    'Die uiComponent dieser Ressource muss angegeben werden.',
  'There is already a Page with that reference.': 'Es gibt bereits eine Seite mit dieser Referenz.',
  'Please specify a UI component.': 'Bitte geben Sie eine UI-Komponente an.',
  'Please specify if this page is a template or not.': 'Bitte geben Sie an, ob diese Seite eine Vorlage ist.',
  'Please specify a layout.': 'Bitte geben Sie ein Layout an.',
  'The route must be unique.': 'Die Route muss eindeutig sein.',
  'This path is already in use.': 'Dieser Pfad wird bereits verwendet.',
  'This route name is already in use.': 'Dieser Routenname wird bereits verwendet.',
  'Please specify either page, pageData or redirect.':
    'Bitte geben Sie entweder page, pageData oder redirect an.',
  'Please specify either page or pageData, not both.':
    'Bitte geben Sie entweder page oder pageData an, nicht beides.',
  'Setting this parent would create a circular reference.':
    'Mit dieser übergeordneten Seite entstünde ein Zirkelbezug.',
  'Please select a page template': 'Bitte wählen Sie eine Seitenvorlage',
  'A page can only have one parent: either a Page or a PageData, not both.':
    'Eine Seite kann nur einer anderen untergeordnet sein: einer Page oder einem PageData, nicht beidem.',
  'The path of "{{ path }}" would be too long. A path has {{ limit }} characters or less.':
    'Der Pfad von "{{ path }}" würde zu lang. Ein Pfad hat höchstens {{ limit }} Zeichen.',
  'The path of the parent leaves no room for another segment. Shorten it: a path has {{ limit }} characters or less.':
    'Der Pfad der übergeordneten Seite lässt keinen Platz für ein weiteres Segment. Kürzen Sie ihn: Ein Pfad hat höchstens {{ limit }} Zeichen.',
  'The parent must have a route before a route can be generated.':
    'Die übergeordnete Seite braucht eine Route, bevor eine erzeugt werden kann.',
  'The path may not contain "?", "#" or control characters.':
    'Der Pfad darf weder "?" noch "#" noch Steuerzeichen enthalten.',
  'The path may not contain the segments "." and "..".':
    'Der Pfad darf die Segmente "." und ".." nicht enthalten.',
  'The path may not contain two slashes one after the other.':
    'Der Pfad darf keine zwei Schrägstriche hintereinander enthalten.',
  'The redirect would create a circular reference.': 'Mit dieser Weiterleitung entstünde ein Zirkelbezug.',
};
