export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  css: ['~~/style.css'],
  devtools: { enabled: false },
  telemetry: false,
  app: { head: { htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] } },
  // In production NUXT_PUBLIC_API_URL says it.
  runtimeConfig: { public: { apiUrl: process.env['API_URL'] ?? 'http://localhost:8000/api' } },
  // Modules of lib/ import each other with the extension .ts.
  typescript: { tsConfig: { compilerOptions: { allowImportingTsExtensions: true } } },
  // The client is in the parent folder.
  vite: { server: { fs: { allow: ['..'] } } },
});
