import { describe, expect, it } from 'vitest'
import { readStatement } from './clickhouse-statement.ts'

const kind = (sql: string) => readStatement(sql).kind

describe('a statement', () => {
  it('is a read, a command or an insert by its first word', () => {
    expect(kind('SELECT 1')).toBe('read')
    expect(kind(' /* why */ with a as (select 1) select * from a')).toBe('read')
    expect(kind('(select 1) union all (select 2)')).toBe('read')
    expect(kind('-- note\ncreate table t (a Int8) engine = Memory')).toBe('command')
    expect(kind('insert into t select 1')).toBe('command')
    expect(kind('insert into t values (1)')).toBe('command')
    expect(kind('insert into t (a, b) format CSV')).toBe('insert')
  })

  it('has the format that stands at its end, and no other', () => {
    expect(readStatement('SELECT 1\nFORMAT JSONCompact')).toMatchObject({ text: 'SELECT 1', format: 'JSONCompact' })
    expect(readStatement("SELECT 'x FORMAT CSV'")).toMatchObject({ format: null })
    expect(readStatement('SELECT format FROM t')).toMatchObject({ text: 'SELECT format FROM t', format: null })
  })

  it('is refused when there are several', () => {
    expect(kind('select 1; drop table t')).toBe('refused')
    expect(kind('select 1;;')).toBe('refused')
    expect(kind("select ';' /* ; */ -- ;\n")).toBe('read')
    expect(kind('select 1;')).toBe('read')
  })

  it('is refused when a string, a comment or a bracket is open', () => {
    for (const sql of ["select 'a", 'select "a', 'select (1', 'select 1)', 'select /* a', '']) {
      expect(kind(sql), sql).toBe('refused')
    }
    expect(kind("select 'it''s', 'it\\'s'")).toBe('read')
  })

  it('never writes a file', () => {
    expect(kind("select 1 into /* x */ outfile '/etc/passwd'")).toBe('refused')
  })

  it('of rows names its table, columns and format', () => {
    expect(readStatement('INSERT INTO k.t (`a`, b) FORMAT JSONEachRow\n{"a":1}')).toEqual({
      kind: 'insert',
      table: 'k.t',
      columns: ['a', 'b'],
      format: 'JSONEachRow',
      inline: '{"a":1}',
    })
  })
})
