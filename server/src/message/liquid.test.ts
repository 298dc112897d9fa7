import { hostileTexts } from '@kaiku/core/hostile-text.fixture.ts'
import { describe, expect, it } from 'vitest'
import { fieldsIn, fillingOf } from './liquid.ts'

describe('fields of texts', () => {
  it.each([
    ['as it is', '{{ name }}'],
    ['raw', '{{ name | raw }}'],
    ['by a variable', '{% assign it = name | raw %}{{ it | raw }}'],
    ['in a loop', '{% for one in (1..1) %}{{ name | append: "" | raw }}{% endfor %}'],
  ])('are text in markup, however the template asks for them: %s', (_name, template) => {
    for (const name of ['<img src=x onerror=alert(1)>', ...Object.values(hostileTexts)])
      expect(fillingOf(template, 'markup')({ name })).not.toMatch(/[<>"]/)
  })

  it.each(['{% include "/etc/passwd" %}', '{% render "a" %}', '{% layout "a" %}'])('read no file: %s', (template) => {
    expect(() => fillingOf(template, 'plain')({})).toThrow()
  })

  it.each([
    '{% for a in (1..1000000000) %}x{% endfor %}',
    '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}x{% endfor %}{% endfor %}{% endfor %}',
  ])('end: %s', (template) => {
    expect(() => fillingOf(template, 'plain')({})).toThrow()
  })

  it('are known by their names', () => {
    expect(
      fieldsIn('{{ name }} {{ background["store"] }} {% if background.age %}{{ constructor }}{% endif %}'),
    ).toEqual(expect.arrayContaining(['name', 'background.store', 'background.age', 'constructor']))
    expect(fillingOf('{{ name.constructor }}{{ constructor }}{{ __proto__.toString }}', 'plain')({ name: 'a' })).toBe(
      '',
    )
  })
})
