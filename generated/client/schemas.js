// Generated from schemas/ by `cms generate`, which overwrites this file.

export { BlogArticleDataInput, BlogArticleDataPatch } from './schemas/blog-article-data.js';
export { HtmlContentInput, HtmlContentPatch } from './schemas/html-content.js';
export { ImageInput, ImagePatch } from './schemas/image.js';
export { NavigationLinkInput, NavigationLinkPatch } from './schemas/navigation-link.js';
export { NestedPageDataInput, NestedPageDataPatch } from './schemas/nested-page-data.js';
export { TitleInput, TitlePatch } from './schemas/title.js';
export { ExampleChildSubmission } from './schemas/example-child-type.js';
export { ExampleFormSubmission } from './schemas/example-form-type.js';
export {};
