/** The parts of a Nuxt instance that the module uses, so that its build needs no package of Nuxt. */
export interface Nuxt {
  readonly options: {
    readonly rootDir: string
    readonly buildDir: string
    readonly contentApi?: object
    /** Whether `nuxt generate` runs. */
    readonly _generate?: boolean
    readonly nitro: { readonly static?: boolean }
    readonly serverHandlers: { route: string; handler: string }[]
    image?: { providers?: Record<string, object> }
    readonly plugins: { src: string }[]
    readonly alias: Record<string, string>
    readonly build: { readonly transpile: unknown[]; readonly templates: Template[] }
    readonly runtimeConfig: Record<string, unknown> & { public: Record<string, unknown> }
    readonly vite: { optimizeDeps?: { include?: string[] } }
  }
  hook(name: 'imports:extend', extend: (imports: Import[]) => void): void
  hook(name: 'prepare:types', extend: (prepared: { readonly references: { path: string }[] }) => void): void
}

/** A file in the build folder: `#build/<filename>`. */
export interface Template {
  readonly filename: string
  /** Where Nuxt writes the file. */
  readonly dst: string
  readonly write: boolean
  readonly getContents: () => string | Promise<string>
}

/** A name that files of the application use without an import. */
export interface Import {
  readonly name: string
  readonly from: string
}
