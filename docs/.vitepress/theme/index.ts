import Theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The default theme with system fonts, so that no fonts are loaded. */
export default Theme;
