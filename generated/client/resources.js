// Generated from schemas/ by `cms generate`, which overwrites this file.

export const BlogArticleData = { name: 'BlogArticleData', path: '/page_data/blog_article_datas' };
export const Collection = { name: 'Collection', path: '/component/collections' };
export const ComponentGroup = { name: 'ComponentGroup', path: '/_/component_groups' };
export const ComponentPosition = { name: 'ComponentPosition', path: '/_/component_positions' };
export const Form = { name: 'Form', path: '/component/forms' };
export const HtmlContent = { name: 'HtmlContent', path: '/component/html_contents' };
export const Image = { name: 'Image', path: '/component/images' };
export const Layout = { name: 'Layout', path: '/_/layouts' };
export const NavigationLink = { name: 'NavigationLink', path: '/component/navigation_links' };
export const NestedPageData = { name: 'NestedPageData', path: '/page_data/nested_page_datas' };
export const Page = { name: 'Page', path: '/_/pages' };
export const Route = { name: 'Route', path: '/_/routes' };
export const SiteConfigParameter = { name: 'SiteConfigParameter', path: '/_/site_config_parameters' };
export const Title = { name: 'Title', path: '/component/titles' };
export const User = { name: 'User', path: '/users' };
