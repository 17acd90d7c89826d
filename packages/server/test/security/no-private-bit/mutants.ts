import type { Surface } from './probe.js'

/** A guard to remove. Without it, the proof must find a leak. */
export interface Mutant {
  /** The leak without the guard. */
  readonly name: string
  /** The file, relative to `src`. */
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly guard: string
  readonly without: string
  /** A surface where the proof must find the leak. */
  readonly surface: Surface
}

const anyone = '() => true'

export const mutants: readonly Mutant[] = [
  {
    name: 'filters by private attributes',
    file: 'query/filters.ts',
    guard: "const attribute = usableAttribute(schema, key, context, 'filters')",
    without: 'const attribute = schema.attributes[key]',
    surface: 'REST filters',
  },
  {
    name: 'filters over relations to what the caller may not find',
    file: 'query/usable-attributes.ts',
    guard: 'return isScalar(attribute) || mayFollow(schema, name, attribute, context) ? attribute : undefined',
    without: 'return attribute',
    surface: 'REST filters',
  },
  {
    name: 'filters by the users of a role',
    file: 'query/usable-attributes.ts',
    guard: "if (schema.uid === roleType && name === 'users' && can !== allowEverything) return false",
    without: '',
    surface: 'REST filters',
  },
  {
    name: 'sorts by private attributes',
    file: 'query/sort.ts',
    guard: "const name = path.at(-1) as string\n  const attribute = usableAttribute(current, name, context, 'sort')",
    without: 'const name = path.at(-1) as string\n  const attribute = current.attributes[name]',
    surface: 'REST sort',
  },
  {
    name: 'sorts over private relations',
    file: 'query/sort.ts',
    guard: "const attribute = usableAttribute(current, name, context, 'sort')\n    const target",
    without: 'const attribute = current.attributes[name]\n    const target',
    surface: 'REST sort',
  },
  {
    name: 'private attributes in fields',
    file: 'query/fields.ts',
    guard: 'const attribute = usableAttribute(schema, name, context)',
    without: 'const attribute = schema.attributes[name]',
    surface: 'REST fields',
  },
  {
    name: 'private attributes without fields',
    file: 'query/fields.ts',
    guard: " && name !== 'id' && !isHidden(attribute, context)",
    without: " && name !== 'id'",
    surface: 'REST populate',
  },
  {
    name: 'populate of private relations and components',
    file: 'query/usable-attributes.ts',
    guard: '!isScalar(attribute) && !isHidden(attribute, context)',
    without: '!isScalar(attribute)',
    surface: 'REST populate',
  },
  {
    name: 'populate of types that the caller may not find',
    file: 'query/populate/link-members.ts',
    guard: 'if (!mayFollow(schema, name, attribute, context)) {',
    without: 'if (false) {',
    surface: 'REST counts',
  },
  {
    name: 'populate of anything that a polymorphic relation leads to',
    file: 'query/populate/populate.ts',
    guard: "!notContent.has(type.uid) && can('find', type)",
    without: '!notContent.has(type.uid)',
    surface: 'REST populate',
  },
  {
    name: 'filters below populate',
    file: 'query/populate/populate.ts',
    guard: 'filters: parseFilters(target, filters, scope)',
    without: `filters: parseFilters(target, filters, { ...scope, context: { ...scope.context, can: ${anyone} } })`,
    surface: 'REST populate: filters',
  },
  {
    name: 'sorts below populate',
    file: 'query/populate/populate.ts',
    guard: 'sort: parseSort(target, sort, scope)',
    without: `sort: parseSort(target, sort, { ...scope, context: { ...scope.context, can: ${anyone} } })`,
    surface: 'REST populate: sort',
  },
  {
    name: 'the search',
    file: 'query/filters.ts',
    guard: '(accepts) => usableNames(schema, context, accepts)',
    without: '(accepts) => Object.keys(schema.attributes).filter((name) => accepts(schema.attributes[name] as never))',
    surface: 'REST search',
  },
  {
    name: 'the list of users',
    file: 'accounts/own-users.ts',
    guard: 'const plan = planList(userSchema(scope), query, scope.context(can), flat)',
    without: `const plan = planList(userSchema(scope), query, scope.context(${anyone}), flat)`,
    surface: 'users',
  },
  {
    name: 'the number of users',
    file: 'accounts/own-users.ts',
    guard: 'const context = scope.context(can)',
    without: `const context = scope.context(${anyone})`,
    surface: 'users',
  },
  {
    name: 'one user',
    file: 'accounts/own-users.ts',
    guard: 'planOne(userSchema(scope), query, scope.context(can), flat)',
    without: `planOne(userSchema(scope), query, scope.context(${anyone}), flat)`,
    surface: 'users',
  },
  {
    name: 'responses to writes of users',
    file: 'accounts/own-users.ts',
    guard: 'planWritten(userSchema(scope), query, scope.context(can), flat)',
    without: `planWritten(userSchema(scope), query, scope.context(${anyone}), flat)`,
    surface: 'write answers',
  },
  {
    name: 'passwords',
    file: 'query/usable-attributes.ts',
    guard: ' || (isScalar(attribute) && scalarBehaviours[attribute.type].hidden)',
    without: '',
    surface: 'REST fields',
  },
  {
    name: 'private attributes, wherever they are named',
    file: 'query/usable-attributes.ts',
    guard: 'attribute.private === true || ',
    without: '',
    surface: 'REST fields',
  },
  {
    name: 'GraphQL filters over relations to what the caller may not find',
    file: 'graphql/plan/list-arguments.ts',
    guard: "readFilters(schema, args['filters'], context), { ...scope, typed: true })",
    without: `readFilters(schema, args['filters'], context), { ...scope, typed: true, context: { ...context, can: ${anyone} } })`,
    surface: 'GraphQL filters',
  },
  {
    name: 'GraphQL sorts over relations to what the caller may not find',
    file: 'graphql/plan/list-arguments.ts',
    guard: "readSort(args['sort']), scope)",
    without: `readSort(args['sort']), { ...scope, context: { ...context, can: ${anyone} } })`,
    surface: 'GraphQL sort',
  },
  {
    name: 'lists below entries in GraphQL',
    file: 'graphql/plan/list-arguments.ts',
    guard: '= readList(schema, args, scope)',
    without: `= readList(schema, args, { ...scope, context: { ...scope.context, can: ${anyone} } })`,
    surface: 'GraphQL lists below',
  },
  {
    name: 'private attributes in GraphQL types',
    file: 'graphql/schema/generate-schema.ts',
    guard: '!isConcealed(attribute) && hasOutput(name)',
    without: 'hasOutput(name)',
    surface: 'GraphQL selection',
  },
  {
    name: 'relations in GraphQL',
    file: 'graphql/plan/select-attribute.ts',
    guard: 'if (!open && !mayFollow(at.schema, at.name, attribute, scope.context)) return forbidden(scope, nonNull)',
    without: '',
    surface: 'GraphQL selection',
  },
  {
    name: 'polymorphic relations in GraphQL',
    file: 'graphql/plan/select-attribute.ts',
    guard: " &&\n      (open || can('find', type)),",
    without: ',',
    surface: 'GraphQL selection',
  },
  {
    name: 'uses of files by private attributes',
    file: 'graphql/plan/select-attribute.ts',
    guard: 'return isObjectType(type) && Object.hasOwn(type.getFields(), name)',
    without: 'return isObjectType(type)',
    surface: 'GraphQL selection',
  },
  {
    name: 'responses to writes',
    file: 'entries/written-response.ts',
    guard: 'planWritten(type, query.parameters(), contextOf(scope, request), shapeOf(request))',
    without: `planWritten(type, query.parameters(), { ...contextOf(scope, request), can: ${anyone} }, shapeOf(request))`,
    surface: 'write answers',
  },
  {
    name: 'responses to new localizations',
    file: 'entries/localizations.ts',
    guard: "planWritten(type, withLocalizations(query.parameters()), context, { shape: 'flat' })",
    without: `planWritten(type, withLocalizations(query.parameters()), { ...context, can: ${anyone} }, { shape: 'flat' })`,
    surface: 'write answers',
  },
  {
    name: 'relations in a body to what the caller may not find',
    file: 'query/body/plan-relation.ts',
    guard: "if (part.context.can('find', target)) return",
    without: 'return',
    surface: 'write bodies',
  },
]
