import { envelopeMutants } from './mutants/envelope.js'
import { accessMutants, graphqlMutants } from './mutants/graphql.js'
import { inprocMutants } from './mutants/inproc.js'
import { listMutants } from './mutants/lists.js'
import { operatorMutants } from './mutants/operators.js'
import { populateMutants } from './mutants/populate.js'
import { valueMutants } from './mutants/values.js'
import { relationMutants } from './mutants/relations.js'
import { validationMutants } from './mutants/validation.js'
import { writeMutants } from './mutants/writes.js'
import type { Mutant } from './mutant.js'

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
]
