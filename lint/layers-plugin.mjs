import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { columnNamesIn, core, layers, normalizeIn, onlyIn, sqlIn, workspaceImports } from './layers.mjs'

const TEST_FILE = /\.(test|test-d|bench)\.ts$/
const SOURCE_FILE = /(?:^|\/)packages\/([^/]+)\/src\/(.+)$/

/**
 * Returns `{ a: { rank: 0, apart: false }, …, d: { rank: 1, apart: true } }` for `'a, b → c | d'`. Layers
 * that are `apart` may not import others of the same rank.
 */
function ranksOf(line) {
  const ranks = { index: { rank: Number.POSITIVE_INFINITY, apart: false } }
  for (const [rank, tier] of line.split('→').entries()) {
    for (const name of tier.split(/[,|]/)) ranks[name.trim()] = { rank, apart: tier.includes('|') }
  }
  return ranks
}

const ranks = Object.fromEntries(Object.entries(layers).map(([name, line]) => [name, ranksOf(line)]))

/** Returns `{ package, path, layer }` for a source of one of the packages, or null for other files. */
function placeOf(filename) {
  const match = SOURCE_FILE.exec(filename.replaceAll('\\', '/'))
  if (!match) return null
  const [, name, path] = match
  const [top, folder] = path.replace(/\.[cm]?[jt]sx?$/, '').split('/')
  const inner = `${top}/${folder}`
  return { package: name, path, layer: ranks[name]?.[inner] ? inner : top }
}

/** Returns a message about the location of a file, or null. */
function complaintAboutPlace(filename) {
  const place = placeOf(filename)
  if (!place || TEST_FILE.test(place.path) || ranks[place.package]?.[place.layer]) return null
  return `'${place.layer}' is not among the layers of packages/${place.package}: give it its place in lint/layers.mjs.`
}

/** Returns a message about the import of `specifier` in `filename`, or null. */
function complaintAboutImport(filename, specifier) {
  const from = placeOf(filename)
  if (!from || TEST_FILE.test(from.path)) return null
  return specifier.startsWith('.') ? aboutFile(filename, from, specifier) : aboutModule(from, specifier)
}

function aboutFile(filename, from, specifier) {
  const to = placeOf(posix.join(dirname(filename.replaceAll('\\', '/')), specifier))
  if (to?.package !== from.package) {
    return specifier.endsWith('/package.json')
      ? null
      : `'${specifier}' leaves the package: import other packages by name.`
  }
  const [importer, imported] = [from, to].map((place) => ranks[place.package]?.[place.layer])
  if (from.layer === to.layer || !importer || !imported) return null
  if (imported.rank < importer.rank || (imported.rank === importer.rank && !importer.apart)) {
    return null
  }
  return `'${from.layer}' may not import '${to.layer}'. The layers of packages/${from.package}: ${layers[from.package]}.`
}

function aboutModule(from, specifier) {
  const home = Object.entries(onlyIn).find(([name]) => specifier === name || specifier.startsWith(`${name}/`))
  if (home && ![home[1]].flat().some((place) => `${from.package}/src/${from.path}`.startsWith(place))) {
    return `'${home[0]}' is imported by packages/${[home[1]].flat().join(' and ')} alone.`
  }
  const sibling = /^@content-api\/([^/]+)/.exec(specifier)?.[1]
  if (sibling && !workspaceImports[from.package]?.includes(sibling)) {
    return `packages/${from.package} may not import @content-api/${sibling} (workspaceImports in lint/layers.mjs).`
  }
  return null
}

const oneWay = {
  meta: { type: 'problem', docs: { description: 'Imports go one way through the layers of lint/layers.mjs' } },
  create(context) {
    const report = (node, message) => message && context.report({ node, message })
    const look = (source) => {
      if (typeof source?.value === 'string') report(source, complaintAboutImport(context.filename, source.value))
    }
    return {
      Program: (node) => report(node, complaintAboutPlace(context.filename)),
      ImportDeclaration: (node) => look(node.source),
      ExportAllDeclaration: (node) => look(node.source),
      ExportNamedDeclaration: (node) => look(node.source),
      ImportExpression: (node) => look(node.source),
      TSImportType: (node) => look(node.source),
    }
  },
}

/** Returns a message about a specifier that the rule `import/no-cycle` can't follow, or null. */
function complaintAboutExtension(filename, specifier) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return null
  const own = specifier.replace(/js$/, 'tsx')
  return existsSync(join(dirname(filename), own))
    ? `Write '${own}': import cycles through '${specifier}' wouldn't be found.`
    : null
}

const ownExtension = {
  meta: {
    type: 'problem',
    docs: { description: 'Imports of .tsx files end with .tsx, so that import/no-cycle finds them' },
  },
  create(context) {
    const look = ({ source }) => {
      if (typeof source?.value !== 'string') return
      const message = complaintAboutExtension(context.filename, source.value)
      if (message) context.report({ node: source, message })
    }
    return { ImportDeclaration: look, ExportAllDeclaration: look, ExportNamedDeclaration: look, ImportExpression: look }
  },
}

/** Matches strings that contain SQL. Placeholders of a template are replaced by `?`. */
const SQL = new RegExp(
  [
    String.raw`\bSELECT(?:\s|$)`,
    String.raw`\bINSERT\s+INTO\b`,
    String.raw`\bDELETE\s+FROM\b`,
    String.raw`\bUPDATE\s+\S+\s+SET\b`,
    String.raw`\b(?:FROM|WHERE|JOIN)\s+[\w"?]`,
    String.raw`\b(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX|UNIQUE INDEX)\b`,
    String.raw`^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|PRAGMA)\b`,
    String.raw`\b(?:ORDER|GROUP) BY\b|\bIS (?:NOT )?NULL\b|\b(?:EXISTS|VALUES)\s*\(|\bRETURNING\b`,
    // In lower case these words are also English, so the rest of the statement must match too.
    String.raw`\bselect\s+(?:\*|"|count\(|.*\sfrom\s+["?])`,
    String.raw`\binsert\s+into\s+\S+\s*\(|\bdelete\s+from\s+\S+\s+where\b|\bupdate\s+\S+\s+set\s`,
  ].join('|'),
)

/** @param {string} path @param {readonly string[]} folders */
const isIn = (path, folders) => folders.some((folder) => path.startsWith(folder))

const sqlInEngine = {
  meta: { type: 'problem', docs: { description: 'SQL stands in the engine only' } },
  create(context) {
    const place = placeOf(context.filename)
    if (!place || TEST_FILE.test(place.path) || isIn(`${place.package}/src/${place.path}`, sqlIn)) return {}
    const look = (node, text) => {
      if (SQL.test(text))
        context.report({
          node,
          message: `SQL belongs below packages/${sqlIn.join(' or packages/')}: add a function there.`,
        })
    }
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateLiteral: (node) => look(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('?')),
    }
  },
}

/** Matches a quoted name in SQL. A name after AS is that of a result, not that of a column. */
const COLUMN = /(?<!\bAS )"[A-Za-z_]\w*"/

/** Matches strings that only consist of a quoted name, such as `t."id"`, besides placeholders. */
const ONLY_NAME = /^(?:[\w?]+\.)?"\w+"$/

const namesInLayout = {
  meta: { type: 'problem', docs: { description: 'Names of columns stand in the layout only' } },
  create(context) {
    const place = placeOf(context.filename)
    const path = place && `${place.package}/src/${place.path}`
    if (!path || !isIn(path, sqlIn) || TEST_FILE.test(path) || isIn(path, columnNamesIn)) return {}
    const report = (node) =>
      context.report({ node, message: `Names of columns belong to packages/${columnNamesIn[0]}: ask the layout.` })
    const look = (node, text) => {
      if (COLUMN.test(text) && (SQL.test(text) || ONLY_NAME.test(text))) report(node)
    }
    return {
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
      TemplateLiteral: (node) => look(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('?')),
      CallExpression: ({ callee, arguments: [name] }) => {
        if (callee.name === 'quote' && name?.type === 'Literal') report(name)
      },
    }
  },
}

const boundedNormalize = {
  meta: { type: 'problem', docs: { description: 'The time of `normalize` grows with the square of a text' } },
  create(context) {
    const place = placeOf(context.filename)
    if (!place || TEST_FILE.test(place.path) || `${place.package}/src/${place.path}` === normalizeIn) return {}
    return {
      MemberExpression: ({ property }) => {
        if (property.name !== 'normalize' && property.value !== 'normalize') return
        context.report({ node: property, message: `'normalize' is slow for long texts: call packages/${normalizeIn}.` })
      },
    }
  },
}

/** Matches specifiers of modules that imitate or serve Strapi. */
const STRAPI_MODULE = /strapi/i

/** Matches words of unions and conditions, such as `as-strapi`. Codes of responses and sentences aren't among them. */
const STRAPI_WORD = /^(?:[a-z0-9]+-)*strapi-?\d*(?:-[a-z0-9]+)*$/i

const isMajorVersion = ({ type, value }) => type === 'Literal' && /^v?[45]$/.test(String(value))

const isVersion = ({ type, name, property }) =>
  /version|generation/i.test(type === 'MemberExpression' ? property.name : name)

const coreWithoutStrapi = {
  meta: { type: 'problem', docs: { description: 'The core asks neither for Strapi nor for a version of it' } },
  create(context) {
    const place = placeOf(context.filename)
    const path = `${place?.package}/src/${place?.path}`
    if (!isIn(path, core) || TEST_FILE.test(path)) return {}
    const report = (node, what) =>
      context.report({
        node,
        message: `${what} asks for Strapi: name what it does, or put it into a value of ReadingRules or Layout.`,
      })
    const look = ({ source }) => {
      if (STRAPI_MODULE.test(source?.value)) report(source, `'${source.value}'`)
    }
    const lookAtName = (node) => {
      if (/strapi/i.test(node.name)) report(node, `'${node.name}'`)
    }
    return {
      ImportDeclaration: look,
      ExportAllDeclaration: look,
      ExportNamedDeclaration: look,
      ImportExpression: look,
      TSImportType: look,
      Identifier: lookAtName,
      PrivateIdentifier: lookAtName,
      Literal: (node) => {
        if (STRAPI_WORD.test(node.value)) report(node, `'${node.value}'`)
      },
      BinaryExpression: ({ left, right }) => {
        if (isVersion(left) && isMajorVersion(right)) report(left, 'This condition')
      },
      TSUnionType: (node) => {
        const literals = node.types.filter(({ type }) => type === 'TSLiteralType').map(({ literal }) => literal)
        if (literals.filter(isMajorVersion).length > 1) report(node, 'This union')
      },
    }
  },
}

export default {
  meta: { name: 'layers' },
  rules: {
    'one-way': oneWay,
    'own-extension': ownExtension,
    'sql-in-engine': sqlInEngine,
    'names-in-layout': namesInLayout,
    'bounded-normalize': boundedNormalize,
    'core-without-strapi': coreWithoutStrapi,
  },
}
