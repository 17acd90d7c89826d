import { documentGraphqlMutants } from './mutants/document-graphql.js'
import { documentRestMutants } from './mutants/document-rest.js'
import { documentMutants } from './mutants/documents.js'
import { envelopeMutants } from './mutants/envelope.js'
import { accessMutants, graphqlMutants } from './mutants/graphql.js'
import { inprocMutants } from './mutants/inproc.js'
import { listMutants } from './mutants/lists.js'
import { operatorMutants } from './mutants/operators.js'
import { populateMutants } from './mutants/populate.js'
import { queryPromiseMutants } from './mutants/query-promises.js'
import { protectionMutants, userPermissionMutants } from './mutants/protection.js'
import { readPromiseMutants } from './mutants/read-promises.js'
import { writePromiseMutants } from './mutants/write-promises.js'
import { valueMutants } from './mutants/values.js'
import { relationMutants } from './mutants/relations.js'
import { validationMutants } from './mutants/validation.js'
import { writeMutants } from './mutants/writes.js'
import type { Mutant } from './mutant.js'

/** Mutants that break a part of what the title of one scenario promises. */
export const promiseMutants: readonly Mutant[] = [
  ...readPromiseMutants,
  ...queryPromiseMutants,
  ...writePromiseMutants,
  ...userPermissionMutants,
  ...protectionMutants('strapi-4'),
]

/** Every mutant, mostly in the order of the specification. */
export const allMutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...valueMutants,
  ...listMutants,
  ...operatorMutants,
  ...populateMutants,
  ...relationMutants,
  ...validationMutants,
  ...writeMutants,
  ...graphqlMutants,
  ...accessMutants,
  ...inprocMutants,
  ...promiseMutants,
]

/** Every mutant that only breaks clauses of Strapi 5. */
export const allDocumentMutants: readonly Mutant[] = [
  ...documentMutants,
  ...documentRestMutants,
  ...documentGraphqlMutants,
  ...protectionMutants('strapi-5'),
]
