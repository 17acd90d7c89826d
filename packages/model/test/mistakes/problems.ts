import { type Problem, createRegistry, isModelError } from '@content-api/model'

export const file = 'api::article.article'

interface Sources {
  readonly contentTypes?: object
  readonly components?: object
}

const registryOf = (sources: Sources) => createRegistry(sources as Parameters<typeof createRegistry>[0])

/** Returns the mistakes in any sources. */
export function problemsOf(sources: Sources): readonly Problem[] {
  try {
    registryOf(sources)
    return []
  } catch (error) {
    if (isModelError(error)) return error.problems
    throw error
  }
}

/** Returns the warnings of sources that are accepted. */
export function warningsOf(sources: Sources): readonly Problem[] {
  return registryOf(sources).warnings
}

export function type(name: string, attributes: object, rest: object = {}): object {
  return { info: { singularName: name, pluralName: `${name}s` }, attributes, ...rest }
}

/** Returns sources with one content type, the article. */
export function articleOf(attributes: object, rest: object = {}): Sources {
  return { contentTypes: { [file]: type('article', attributes, rest) } }
}

/** Returns the mistakes in one content type, the article, with these attributes. */
export function problemsOfArticle(attributes: object, rest: object = {}): readonly Problem[] {
  return problemsOf(articleOf(attributes, rest))
}

/** Returns the warnings of the article with these attributes. */
export function warningsOfArticle(attributes: object, rest: object = {}): readonly Problem[] {
  return warningsOf(articleOf(attributes, rest))
}

const titleAnd = (x: unknown) => ({ title: { type: 'string' }, x })

/** Returns the mistakes in one attribute, named `x`. */
export function problemsOfAttribute(attribute: unknown): readonly Problem[] {
  return problemsOfArticle(titleAnd(attribute))
}

/** Returns the warnings of one attribute, named `x`. */
export function warningsOfAttribute(attribute: unknown): readonly Problem[] {
  return warningsOfArticle(titleAnd(attribute))
}

/** Returns the attribute `x` as it works; undefined if it is left out. */
export function resolvedAttribute(attribute: unknown): unknown {
  return registryOf(articleOf(titleAnd(attribute))).contentType(file).declared['x']
}
