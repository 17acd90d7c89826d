import { type ReactNode, useId } from 'react'
import { isLink, type ModelIndex, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import type { QueryValue } from '../state/query.js'
import { AttributePath } from './attribute-path.tsx'
import { EntryOperand, isChosenByLabel } from './entry-operand.tsx'
import type { Condition } from './filter-tree.js'
import { OperandInput } from './operand-input.tsx'
import { convertValue, firstOperator, operandOf, operatorsOf, operatorWords } from './operators.js'
import { resolvePath, sentenceOf } from './sentence.js'

interface ConditionFieldsProps {
  readonly node: Condition
  readonly schema: Schema | undefined
  readonly issue: string | undefined
  readonly onChange: (node: Condition) => void
  readonly removeButton: (of: string) => ReactNode
}

const isFilterable = ({ operators }: ExplorerAttribute): boolean => operators.length > 0

/** The attribute, operator and value of one condition. The legend describes it as a sentence. */
export function ConditionFields({ node, schema, issue, onChange, removeButton }: ConditionFieldsProps) {
  const { model } = useExplorer()
  const issueId = useId()
  const sentence = sentenceOf(node, schema, model)
  const { operator, value } = node
  const ended = resolvePath(schema, node.path, model).attribute
  // An operator on a link compares the id of the linked entry.
  const path = ended && isLink(ended) && model.targetOf(ended) ? [...node.path, 'id'] : node.path
  const { attribute } = resolvePath(schema, path, model)
  const describedBy = issue === undefined ? undefined : issueId

  const choosePath = (next: readonly string[]) => {
    const chosen = resolvePath(schema, next, model).attribute
    const isAllowed = chosen === undefined || chosen.operators.includes(operator)
    const nextOperator = isAllowed ? operator : firstOperator(chosen)
    const isSameType = chosen?.type === attribute?.type
    const kept =
      isSameType || operandOf(nextOperator) === 'flag'
        ? convertValue(value, { from: operator, to: nextOperator })
        : null
    onChange({ ...node, path: next, operator: nextOperator, value: kept })
  }
  const change = (next: QueryValue | null) => onChange({ ...node, path, value: next })
  const target = linkedType(schema, path, model)
  const allowed = attribute ? operatorsOf(attribute) : [operator]
  return (
    <fieldset className="condition" data-key={node.key}>
      <legend className="visually-hidden">{sentence}</legend>
      <div className="condition-parts">
        <AttributePath
          label="Attribute"
          schema={schema}
          path={path}
          accepts={isFilterable}
          onChange={choosePath}
          describedBy={describedBy}
        />
        <select
          className="select operator"
          aria-label="Operator"
          value={operator}
          onChange={({ target }) =>
            onChange({
              ...node,
              path,
              operator: target.value,
              value: convertValue(value, { from: operator, to: target.value }),
            })
          }
        >
          {[...(allowed.includes(operator) ? [] : [operator]), ...allowed].map((one) => (
            <option key={one} value={one}>
              {operatorWords(one, attribute?.type).replace(/,$/, '')}
            </option>
          ))}
        </select>
        {target && isChosenByLabel(target, operator, value) ? (
          <EntryOperand
            {...{ target, operator, value, describedBy }}
            isInvalid={issue !== undefined}
            onChange={change}
          />
        ) : (
          <OperandInput
            {...{ attribute, operator, value, describedBy }}
            isInvalid={issue !== undefined}
            onChange={change}
          />
        )}
      </div>
      {removeButton(sentence)}
      {issue !== undefined && (
        <span id={issueId} className="issue">
          {issue}
        </span>
      )}
    </fieldset>
  )
}

/** Returns the target type of a link, if a condition compares the ids of linked entries. */
function linkedType(schema: Schema | undefined, path: readonly string[], model: ModelIndex): ExplorerType | undefined {
  const link =
    path.at(-1) === 'id' && path.length > 1 ? resolvePath(schema, path.slice(0, -1), model).attribute : undefined
  const target = link && model.targetOf(link)
  return target && model.typeOf(target.uid)
}
