import { Menu } from '../controls/menu.tsx'
import { readableOf } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'

interface ColumnMenuProps {
  readonly type: ExplorerType
  readonly columns: readonly ExplorerAttribute[]
  readonly isDefault: boolean
  readonly choose: (names: readonly string[] | null) => void
}

/** Chooses the columns of the table. Its request only selects these columns. */
export function ColumnMenu({ type, columns, isDefault, choose }: ColumnMenuProps) {
  const names = columns.map(({ name }) => name)
  const toggle = (name: string, isShown: boolean) =>
    choose(isShown ? [...names, name] : names.filter((other) => other !== name))
  return (
    <Menu label="Columns">
      <fieldset className="stack">
        <legend className="visually-hidden">Columns</legend>
        <ul className="checks">
          {readableOf(type)
            .filter(({ name }) => name !== 'id')
            .map(({ name, type: attributeType }) => (
              <li key={name}>
                <label className="checkbox">
                  <input
                    type="checkbox"
                    checked={names.includes(name)}
                    onChange={({ target }) => toggle(name, target.checked)}
                  />
                  {name}
                  <span className="hint">{attributeType}</span>
                </label>
              </li>
            ))}
        </ul>
        {!isDefault && (
          <button type="button" className="button small" onClick={() => choose(null)}>
            Default columns
          </button>
        )}
      </fieldset>
    </Menu>
  )
}
