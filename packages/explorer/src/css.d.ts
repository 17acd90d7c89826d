/** esbuild collects imported styles in one file. */
declare module '*.css'
