/** The language between interfaces and storage: read plans, write plans, operators, JSON text. */
export { BodyIssues, type Completeness, displayName, type Path, tooFew } from '../plan/body-issues.js'
export { checkConstraints, checkCount } from '../plan/constraints.js'
export { fileUses, hasRelatedField, relatedField } from '../plan/file-uses.js'
export { joinVersion, splitVersion } from '../plan/entry-version.js'
export {
  entryOf,
  hasMarks,
  isMark,
  type JsonText,
  listOf,
  markOf,
  type Member,
  objectOf,
  parseMarks,
  parseText,
  printMarks,
  stringOf,
} from '../plan/json-text.js'
export {
  fileContentType,
  fileType,
  isMorph,
  linkTarget,
  relatesToMany,
  roleType,
  userType,
} from '../plan/link-target.js'
export {
  type GroupOperator,
  groupOperators,
  isGroupOperator,
  isValueOperator,
  operatorRow,
  type ValueOperator,
  valueOperators,
} from '../plan/operators.js'
export {
  asPage,
  type Condition,
  type FieldForm,
  type LikeForm,
  type LinkedRows,
  offsetOf,
  type Output,
  type OutputMember,
  type OutputObject,
  pageFigures,
  type Pagination,
  type PlanCost,
  type PublicationState,
  type QueryCost,
  type ReadId,
  type ReadPlan,
  type RowOptions,
  type SortKey,
  type Ties,
  tooExpensive,
} from '../plan/read-plan.js'
export type {
  ComponentItem,
  ComponentWrite,
  FieldWrite,
  GeneratedUid,
  LinkWrite,
  MediaWrite,
  MorphWrite,
  Position,
  RelationWrite,
  SystemValues,
  WritePlan,
  ZoneWrite,
} from '../plan/write-plan.js'
export type { Values } from '../plan/values.js'
