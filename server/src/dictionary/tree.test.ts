import { describe, expect, it } from 'vitest'
import { type StoredNode, treeOf } from './tree.ts'

const node = (number: number, parent: number | null, id: string, position: number | null = null): StoredNode => ({
  number,
  parent,
  id,
  name: id,
  position,
  validFrom: null,
  validTo: null,
})
const tree = treeOf([
  node(1, null, 'General'),
  node(2, 1, 'Dresses'),
  node(3, 2, 'Dresses'),
  node(4, null, 'Petite', 1),
  node(5, 4, 'Dresses'),
  node(6, 99, 'lost'),
])

describe('tree', () => {
  it('keeps the same label at several places apart', () => {
    expect(tree.resolve(['General', 'Dresses'])).toBe(2)
    expect(tree.resolve(['General', 'Dresses', 'Dresses'])).toBe(3)
    expect(tree.resolve(['Petite', 'Dresses'])).toBe(5)
    expect(tree.resolve(['Petite', 'Dresses', 'Dresses'])).toBeNull()
  })
  it('leads to the root by no ids at all', () => expect(tree.resolve([])).toBe(0))
  it('holds a node and all below it', () => expect(tree.within(1)).toEqual([1, 2, 3]))
  it('orders by position, then by name', () =>
    expect(tree.children(0).map(({ id }) => id)).toEqual(['Petite', 'General', 'lost']))
  it('puts a node of an unknown parent under the root', () => expect(tree.resolve(['lost'])).toBe(6))
  it('names the line from the top', () =>
    expect(tree.line(3).map(({ id }) => id)).toEqual(['General', 'Dresses', 'Dresses']))
})
