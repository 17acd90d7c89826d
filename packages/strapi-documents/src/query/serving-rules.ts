import { isScalar, type Schema } from '@content-api/model'
import { ownRules } from '@content-api/core/query/own-rules'
import type { ReadingRules } from '@content-api/core/query/reading-rules'
import { LeftToStrapi } from '@content-api/strapi-reads/left-to-strapi'
import { strapiRules } from '@content-api/strapi-reads/rules/strapi-rules'
import type { StrapiProcess } from '@content-api/strapi-reads/rules/strapi-process'

/**
 * Returns the rules by which documents are read in place of Strapi 5: its own ones. What these leave to Strapi,
 * such as a value that it converts by the rules of its database, is read by the rules of this server.
 */
export function servingRules(strapi: StrapiProcess): ReadingRules {
  const rules = strapiRules(strapi)
  return {
    ...rules,
    // Equal entries are sorted by their ids. Strapi leaves their order to the database.
    ties: (type, list) => ownRules.ties(type, list),
    // `checkQuery` has checked these.
    checkGroup: acceptsAll,
    checkLinkFilter: acceptsAll,
    checkLinks: acceptsAll,
    checkHiddenLink: acceptsAll,
    checkLink: acceptsAll,
    compare: (...args) =>
      orOwn(
        () => rules.compare(...args),
        () => ownRules.compare(...args),
      ),
    // Strapi also searches private attributes, whose values a client could find out by that.
    search: (schema, text, scope) =>
      orOwn(
        () => rules.search(withoutPrivate(schema), text, scope),
        () => ownRules.search(schema, text, scope),
      ),
  }
}

const acceptsAll = () => undefined

function orOwn<Result>(read: () => Result, own: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof LeftToStrapi) return own()
    throw error
  }
}

function withoutPrivate<S extends Schema>(schema: S): S {
  const attributes = Object.entries(schema.attributes).filter(
    ([, attribute]) => !isScalar(attribute) || !attribute.private,
  )
  return { ...schema, attributes: Object.fromEntries(attributes) }
}
