import { describe, expect, it } from 'vitest'
import {
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
  upperChiSquare,
  upperNormal,
  upperStudent,
} from './distribution.ts'

// Reference values: mpmath with 30 digits.
const near = (found: number, expected: number) => expect(Math.abs(found / expected - 1)).toBeLessThan(1e-11)

describe('the normal distribution', () => {
  it.each([
    [0.1, 0.460172162722971],
    [1, 0.158655253931457],
    [1.96, 0.0249978951482204],
    [2.9, 0.00186581330038404],
    [3.1, 0.000967603213218357],
    [5, 2.86651571879194e-7],
    [10, 7.61985302416053e-24],
  ])('lies above %d as often as the tables say', (z, tail) => {
    near(upperNormal(z), tail)
    near(normalCdf(-z), tail)
    near(normalCdf(z), 1 - tail)
  })

  it.each([
    [0.975, 1.95996398454005],
    [0.995, 2.5758293035489],
    [0.9, 1.2815515655446],
    [0.9999999, 5.19933758219282],
  ])('stays below its quantile with probability %d', (p, z) => {
    expect(normalQuantile(p)).toBeCloseTo(z, 9)
    expect(normalQuantile(1 - p)).toBeCloseTo(-z, 7)
  })

  it('has its middle at 0 and no ends', () => {
    expect(normalCdf(0)).toBe(0.5)
    expect(normalQuantile(0.5)).toBeCloseTo(0, 14)
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity])
    expect(normalQuantile(-0.1)).toBeNaN()
  })
})

describe("Student's distribution", () => {
  it.each([
    [0.1, 1, 0.468274482569446],
    [1, 2.5, 0.202030513639137],
    [2, 5, 0.0509697394149292],
    [0.5, 30, 0.310361502442564],
    [3, 3, 0.0288344428112187],
    [2.2, 17.3, 0.0208347977646369],
    [1.5, 400, 0.0672016285061113],
    [1.5, 401, 0.0672006453874023],
    [4, 1000, 3.40049596043908e-5],
    [0.01, 50, 0.496030540683571],
    [10, 4, 0.000281001811357996],
    [2, 1_000_000, 0.0227502669256596],
    [6, 20, 3.62184996520829e-6],
  ])('lies above %d with %d degrees of freedom as often as the tables say', (t, df, tail) => {
    near(upperStudent(t, df), tail)
    near(studentCdf(-t, df), tail)
    near(studentCdf(t, df), 1 - tail)
  })

  it.each([
    [0.975, 1, 12.7062047361747],
    [0.975, 1.5, 6.01666310442793],
    [0.975, 2, 4.30265272974946],
    [0.975, 3.7, 2.86752070719119],
    [0.975, 10, 2.22813885198627],
    [0.975, 30, 2.04227245630124],
    [0.975, 120, 1.97993040508244],
    [0.975, 400.5, 1.9659048949683],
    [0.975, 1000, 1.96233908082641],
    [0.975, 1_000_000, 1.95996635681411],
    [0.999, 4, 7.17318221978231],
  ])('stays below its quantile with probability %d at %d degrees of freedom', (p, df, t) => {
    near(studentQuantile(p, df), t)
    near(studentQuantile(1 - p, df), -t)
  })
})

describe('the chi-square distribution', () => {
  // Critical values of the usual tables (Abramowitz & Stegun, table 26.8).
  it.each([
    [3.841458820694124, 1, 0.05],
    [5.991464547107979, 2, 0.05],
    [7.814727903251179, 3, 0.05],
    [9.487729036781154, 4, 0.05],
    [24.724970311318277, 11, 0.01],
    [26.216967305535853, 12, 0.01],
  ])('lies above %d with %d degrees of freedom with probability %d', (x, df, p) => {
    near(upperChiSquare(x, df), p)
  })

  it('lies above 0 always', () => expect(upperChiSquare(0, 3)).toBe(1))
})
