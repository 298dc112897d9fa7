import type { SurveyCopyTexts } from './text.ts'

export const surveyCopyDe: SurveyCopyTexts = {
  'surveyCopy.answers': 'Mit Antworten',
  'surveyCopy.answersWhy':
    'Jede Antwort mit Ort, Gewicht und Korrekturen, ohne Kontaktdaten und ohne Antworten, die verraten, wer jemand ist.',
  'surveyCopy.as': 'Name in Adressen (optional: wie im Export)',
  'surveyCopy.began': '{survey} wird exportiert',
  'surveyCopy.contacts': 'Mit Antworten und Kontakten',
  'surveyCopy.contactsWhy': 'Personenbezogene Daten: Auch Kontaktdaten, Notizen, Importe und Korrekturen kommen mit.',
  'surveyCopy.definition': 'Nur die Definition',
  'surveyCopy.definitionWhy': 'Fragen, Orte, Seiten, Regeln und das Skript: niemandes Antworten.',
  'surveyCopy.differing': 'Andere Einstellungen hier, die Zahlen können abweichen: {names}',
  'surveyCopy.export': 'Diese Umfrage exportieren',
  'surveyCopy.exportAct': 'Exportieren',
  'surveyCopy.exportActPersonal': 'Mit personenbezogenen Daten exportieren',
  'surveyCopy.exportWhy':
    'Ein ZIP-Archiv, aus dem ein anderes Universum hier oder anderswo dieselbe Umfrage macht. Antworten geschützter Umfragen gehen nie hinaus.',
  'surveyCopy.failed': 'fehlgeschlagen',
  'surveyCopy.fetch': '{file} herunterladen ({size})',
  'surveyCopy.file': 'Export einer Umfrage (ZIP)',
  'surveyCopy.goesOn': 'läuft, {percent}',
  'surveyCopy.gone': 'Die Datei wird nicht mehr aufbewahrt.',
  'surveyCopy.import': 'Aus dem Export einer Umfrage',
  'surveyCopy.importAct': 'Umfrage aus Export anlegen',
  'surveyCopy.importBegan': 'Der Export wird geprüft',
  'surveyCopy.importWhy':
    'Alles wird zuerst geprüft; dann ist die Umfrage ganz da oder gar nicht. Aus den mitgekommenen Antworten folgen keine Alarme und Effekte, und das Skript kommt als Entwurf.',
  'surveyCopy.kindExport': 'Export',
  'surveyCopy.kindImport': 'neue Umfrage aus einem Export',
  'surveyCopy.list': 'Ihre Exporte und was daraus gemacht wird',
  'surveyCopy.listWhy': 'Dateien werden einen Tag aufbewahrt.',
  'surveyCopy.made_one': '{n} Antwort kam mit',
  'surveyCopy.made_other': '{n} Antworten kamen mit',
  'surveyCopy.open': '{survey} öffnen',
  'surveyCopy.until': 'aufbewahrt bis {at}',
  'surveyCopy.what': 'Was exportiert wird',
}
