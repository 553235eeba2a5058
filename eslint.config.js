import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      'node_modules',
      'generated',
      'test/support/generated',
      'var',
      '.cms',
      'test/golden',
      'templates',
      'create/templates',
      '.ci/advisories.js',
      'eslint.config.js',
      'build.js',
      'admin-app/build.js',
      'admin-app/shared-modules.js',
      'admin-app/third-party.js',
      'bundle-runtime.js',
      'client-rules.js',
      'generate-sources.js',
      'packed-declarations.js',
      'runtime/cms.js',
      'runtime/media-process.js',
    ],
  },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['{runtime,generator,create,test,admin-app}/**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 3 }] },
  },
  {
    files: ['{runtime,generator,create,admin-app}/**/*.{ts,tsx}'],
    rules: { 'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['runtime/**/*.ts'], rules: { 'no-console': 'error' } },
  // Files that run without compilation, in browsers and with `node --test`.
  {
    files: ['test/support/forms-page/*.js', 'test/support/features/hits/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
  },
);
