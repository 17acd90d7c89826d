import { type Problem, createRegistry, isModelError } from '@content-api/model'

export const file = 'api::article.article'

/** Returns the problems of any sources, valid or not. */
export function problemsOf(sources: { contentTypes?: object; components?: object }): readonly Problem[] {
  try {
    createRegistry(sources as Parameters<typeof createRegistry>[0])
    return []
  } catch (error) {
    if (isModelError(error)) return error.problems
    throw error
  }
}

export function type(name: string, attributes: object, rest: object = {}): object {
  return { info: { singularName: name, pluralName: `${name}s` }, attributes, ...rest }
}

/** Returns the problems of one content type, the article, with these attributes. */
export function problemsOfArticle(attributes: object, rest: object = {}): readonly Problem[] {
  return problemsOf({ contentTypes: { [file]: type('article', attributes, rest) } })
}

/** Returns the problems of one attribute, named `x`. */
export function problemsOfAttribute(attribute: unknown): readonly Problem[] {
  return problemsOfArticle({ title: { type: 'string' }, x: attribute })
}
