// Generated from schemas/ by `cms generate`, which overwrites this file.

export { BlogArticleDataInput, BlogArticleDataPatch } from './schemas/blog-article-data.js';
export { CollectionInput, CollectionPatch } from './schemas/collection.js';
export { ComponentGroupInput, ComponentGroupPatch } from './schemas/component-group.js';
export { ComponentPositionInput, ComponentPositionPatch } from './schemas/component-position.js';
export { FormInput, FormPatch } from './schemas/form.js';
export { HtmlContentInput, HtmlContentPatch } from './schemas/html-content.js';
export { ImageInput, ImagePatch } from './schemas/image.js';
export { LayoutInput, LayoutPatch } from './schemas/layout.js';
export { NavigationLinkInput, NavigationLinkPatch } from './schemas/navigation-link.js';
export { NestedPageDataInput, NestedPageDataPatch } from './schemas/nested-page-data.js';
export { PageInput, PagePatch } from './schemas/page.js';
export { RouteInput, RoutePatch } from './schemas/route.js';
export { SiteConfigParameterInput, SiteConfigParameterPatch } from './schemas/site-config-parameter.js';
export { TitleInput, TitlePatch } from './schemas/title.js';
export { UserInput, UserPatch } from './schemas/user.js';
export { ExampleChildSubmission } from './schemas/example-child-type.js';
export { ExampleFormSubmission } from './schemas/example-form-type.js';
export {};
