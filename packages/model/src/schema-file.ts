/** An attribute in a schema file. `type` is a plain string, so that imported JSON is assignable. */
export interface AttributeFile {
  readonly type: string
  readonly [option: string]: unknown
}

export interface PluginOptionsFile {
  readonly i18n?: { readonly localized?: boolean }
  readonly [plugin: string]: unknown
}

/** An index on the named scalar attributes. A name or a list of names is a short form. */
export type IndexFile =
  | string
  | readonly string[]
  | { readonly attributes: readonly string[]; readonly unique?: boolean }
  /**
   * As in Strapi 4: `type` is `unique` or absent. A column is an attribute, or its name in Strapi's tables.
   * The name has no effect here.
   */
  | { readonly name: string; readonly columns: readonly string[]; readonly type?: string | null }

/** The content of `src/api/<api>/content-types/<type>/schema.json` (specification §2.5). */
export interface ContentTypeFile {
  readonly kind?: string
  readonly collectionName?: string
  readonly info: {
    readonly singularName: string
    readonly pluralName: string
    readonly displayName?: string
    readonly name?: string
    readonly description?: string
    readonly icon?: string
  }
  readonly options?: {
    readonly draftAndPublish?: boolean
    readonly populateCreatorFields?: boolean
    readonly privateAttributes?: readonly string[]
    readonly [option: string]: unknown
  }
  readonly pluginOptions?: PluginOptionsFile
  readonly attributes: Readonly<Record<string, AttributeFile>>
  readonly indexes?: readonly IndexFile[]
}

/**
 * The content of `src/extensions/<plugin>/content-types/<type>/schema.json`. Its keys replace those of the
 * built-in type.
 */
export type ExtensionFile = Partial<ContentTypeFile>

/** The content of `src/components/<category>/<name>.json`. */
export interface ComponentFile {
  readonly collectionName?: string
  readonly info?: {
    readonly displayName?: string
    readonly name?: string
    readonly description?: string
    readonly icon?: string
  }
  readonly options?: Readonly<Record<string, unknown>>
  readonly pluginOptions?: PluginOptionsFile
  readonly attributes: Readonly<Record<string, AttributeFile>>
}
