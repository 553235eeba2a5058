import Theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The fonts are those of the reader's system: nothing is loaded for them. */
export default Theme;
