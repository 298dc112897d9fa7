import type { IntegrityTexts } from './text.ts'

/** Of response checks. */
export const integrityDe: IntegrityTexts = {
  'integrity.title': 'Antwortprüfung',
  'integrity.intro':
    'Orte und Zeiten, deren Antworten nicht so sind, wie der Zufall allein sie machen würde. Nichts hier sagt, warum: Sehen Sie die Interviews an und fragen Sie die Menschen dort.',
  'integrity.checked': 'Zuletzt geprüft {at}, {n} Interviews.',
  'integrity.never': 'Noch wurde nichts geprüft. Das geschieht jede Nacht.',
  'integrity.check': 'Jetzt prüfen',
  'integrity.checking': 'Prüfung läuft … {share} %',
  'integrity.protected':
    'Um die Anonymität zu schützen, zeigt diese Umfrage keine einzelnen Interviews. Hier gibt es keine Antwortprüfung.',
  'integrity.notYours': 'Sie dürfen keine Interviews öffnen, daher ist die Antwortprüfung hier nicht offen für Sie.',
  'integrity.none': 'Nichts fällt auf.',
  'integrity.noneSuch': 'Nichts dieser Art in diesem Zustand.',
  'integrity.everywhere': 'Die ganze Umfrage',
  'integrity.kind': 'Art',
  'integrity.everyKind': 'Jede Art',
  'integrity.state': 'Zustand',
  'integrity.everyState': 'Jeder Zustand',
  'integrity.kind.burst': 'Viele auf einmal',
  'integrity.kind.device': 'Ein Gerät',
  'integrity.kind.fast': 'Schnelle Antworten',
  'integrity.kind.hour': 'Ungewöhnliche Stunde',
  'integrity.kind.sheet': 'Gleiche Antworten',
  'integrity.kind.line': 'Durchgehend dieselbe Stufe',
  'integrity.kind.shift': 'Anders als früher',
  'integrity.kind.periodEnd': 'Besser zum Monatsende',
  'integrity.state.new': 'Neu',
  'integrity.state.looked': 'Angesehen',
  'integrity.state.explained': 'Erklärt',
  'integrity.state.excluded': 'Ausgeschlossen',
  'integrity.says.burst':
    '{place}: {count} Antworten zwischen {from} und {to} am {day}. Üblich in so langer Zeit zu dieser Stunde: {usual}.',
  'integrity.says.device':
    '{place}: {count} von {n} Antworten in {days} haben ein und dasselbe {question}. Üblich: {usual}.',
  'integrity.says.fast':
    '{place}: {count} von {n} Antworten in {days} brauchten einen Bruchteil der üblichen Zeit. Üblich: {usual}.',
  'integrity.says.hour':
    '{place}: {count} von {n} Antworten in {days} kamen zwischen {from} und {to}. Üblich: {usual}.',
  'integrity.says.sheet':
    '{place}: {count} von {n} Antworten in {days} sind von der ersten bis zur letzten Frage gleich. Üblich: {usual}.',
  'integrity.says.line':
    '{place}: {count} von {n} Antworten in {days} geben durchgehend dieselbe Stufe. Üblich: {usual}.',
  'integrity.says.shiftMean':
    '{place}: {question} ist {value} in {days}, aus {n} Antworten. Die eigene Vergangenheit und die anderen Orte ließen {expected} erwarten.',
  'integrity.says.shiftBest':
    '{place}: {value} % von {n} Antworten auf {question} in {days} sind die beste. Die eigene Vergangenheit und die anderen Orte ließen {expected} % erwarten.',
  'integrity.says.periodEnd':
    '{place}: {question} ist an den letzten drei Tagen der Monate {value} besser als davor, über alle anderen Orte hinaus, in {count} Monaten und {n} Antworten.',
  'integrity.else.burst':
    'Was es sonst sein kann: eine Nachricht an viele, eine Veranstaltung, später eingetippte Papierbögen, ein Gerät, das erst mit Netz senden konnte.',
  'integrity.else.device':
    'Was es sonst sein kann: ein gemeinsames Tablet an der Theke, eine Kasse, eine Familie mit einem Konto.',
  'integrity.else.fast': 'Was es sonst sein kann: ein kürzerer Fragebogen, Fragen, die nicht gestellt wurden.',
  'integrity.else.hour': 'Was es sonst sein kann: andere Öffnungszeiten, eine Veranstaltung, eine falsch gehende Uhr.',
  'integrity.else.sheet':
    'Was es sonst sein kann: ein versehentlich mehrmals gesendeter Bogen, eine Gruppe, die zusammen geantwortet hat.',
  'integrity.else.line':
    'Was es sonst sein kann: sehr zufriedene oder sehr unzufriedene Menschen, ein zu langer Fragebogen.',
  'integrity.else.shift':
    'Was es sonst sein kann: eine neue Leitung, ein Umbau, andere Kunden, eine neue Art zu fragen.',
  'integrity.else.periodEnd':
    'Was es sonst sein kann: Aktionen und Zahltage am Monatsende, andere Menschen bei der Arbeit.',
  'integrity.chance': 'Durch Zufall allein: weniger als 1 zu {most}, unter {looked} angesehenen.',
  'integrity.campaigns_one': '{count} Kampagne begann in diesen Tagen oder kurz davor.',
  'integrity.campaigns_other': '{count} Kampagnen begannen in diesen Tagen oder kurz davor.',
  'integrity.past': 'Nicht mehr gefunden',
  'integrity.said': '{by}, {day}:',
  'integrity.interviews_one': '{n} Interview ansehen',
  'integrity.interviews_other': '{n} Interviews ansehen',
  'integrity.ofExcluded': '{n} davon ausgeschlossen',
  'integrity.list': 'Ort und Tage in der Liste',
  'integrity.note': 'Notiz',
  'integrity.asLooked': 'Angesehen',
  'integrity.asExplained': 'Erklärt',
  'integrity.asNew': 'Wieder neu',
  'integrity.behind': 'Interviews hinter dem Fund: {place}',
  'integrity.all': 'Alle',
  'integrity.choose': 'Interview vom {day} {time}',
  'integrity.when': 'Beantwortet',
  'integrity.place': 'Ort',
  'integrity.standing': 'Zählt',
  'integrity.excluded': 'Ausgeschlossen',
  'integrity.excludedBy': '{day}, {by}: {reason}',
  'integrity.counts': 'Ja',
  'integrity.reason': 'Grund des Ausschlusses',
  'integrity.exclude_one': '{count} aus allen Zahlen ausschließen',
  'integrity.exclude_other': '{count} aus allen Zahlen ausschließen',
  'integrity.restore_one': '{count} wieder zählen',
  'integrity.restore_other': '{count} wieder zählen',
  'integrity.excludedTitle': 'Von Hand ausgeschlossen: {n}',
  'integrity.excludedWhy': 'Diese Interviews zählen in keiner Zahl. Der Nachweis jeder Zahl sagt das.',
}
